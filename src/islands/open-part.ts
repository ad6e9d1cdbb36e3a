/** Opens what an address names: a part that waits closed under its heading, or one inside of others. */
function open(): void {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  let fold = named?.closest('details');
  if (!fold || !named) return;
  for (; fold; fold = fold.parentElement?.closest('details')) fold.open = true;
  named.scrollIntoView();
}
addEventListener('hashchange', open);
open();
