// Runs before the first paint, so that a dark screen does not flash light. It is a separate file because the
// content security policy blocks inline scripts. src/shared/theme/theme.ts handles later changes.
(function () {
  var choice = null;
  try {
    choice = localStorage.getItem('octavo.theme');
  } catch {
    // Storage can be blocked; the system's theme is used then.
  }
  var dark =
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
