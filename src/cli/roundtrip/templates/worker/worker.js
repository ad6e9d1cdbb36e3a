// The worker’s half. It is loaded before any message comes, in a fresh worker for each connection.

/** Offers the service, which every system here calls, through the worker’s own scope. */
export function serve({ scope }, service) {
  scope.addEventListener('message', ({ data: [id, method, ...values] }) => {
    scope.postMessage([id, service[method](...values)]);
  });
}
