// What the server drew is painted before the reader's own script runs: only then is the script,
// which the browser has fetched meanwhile, let in. A page in the background is never painted.
(function () {
  var entry = document.getElementById('reader-entry').href;
  function start() {
    void import(entry);
  }
  if (document.hidden) start();
  else
    requestAnimationFrame(function () {
      setTimeout(start);
    });
})();
