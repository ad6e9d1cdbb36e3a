/** Takes the theme that the address of a frame asks for, `?theme=dark`, in place of the reader’s own. */
const theme = new URLSearchParams(location.search).get('theme');
if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = `starlight-${theme}`;
