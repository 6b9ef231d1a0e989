// Runs before the first paint, so a dark screen never flashes light. A file of its own because the
// content security policy allows no inline script. src/shared/theme/theme.ts takes over from here.
(function () {
  var choice = null;
  try {
    choice = localStorage.getItem('octavo.theme');
  } catch {
    // Storage can be forbidden; the system's theme is used then.
  }
  var dark =
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
