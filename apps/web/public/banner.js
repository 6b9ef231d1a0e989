// Loaded only by a document that carries a banner, right behind it: one that was closed on this device is gone
// before anything is painted. Screens as high as the window leave room for it by --banner.
(function () {
  var root = document.documentElement;
  var banner = document.getElementById('site-banner');
  var labels = JSON.parse(banner.dataset.labels);
  var closed = null;
  try {
    closed = localStorage.getItem('octavo.banner');
  } catch {
    // Storage can be forbidden; the banner comes back with the next page then.
  }
  if (closed === banner.dataset.key) {
    banner.remove();
    return;
  }
  var close = document.createElement('button');
  close.type = 'button';
  banner.append(close);
  function speak() {
    var words = labels[root.lang.toLowerCase()] || labels.en;
    banner.setAttribute('aria-label', words.name);
    close.textContent = words.close;
  }
  function measure() {
    root.style.setProperty('--banner', banner.offsetHeight + 'px');
  }
  speak();
  var spoken = new MutationObserver(speak);
  spoken.observe(root, { attributeFilter: ['lang'] });
  var measured = new ResizeObserver(measure);
  measured.observe(banner);
  close.addEventListener('click', function () {
    try {
      localStorage.setItem('octavo.banner', banner.dataset.key);
    } catch {
      // It stays closed until the document is left.
    }
    spoken.disconnect();
    measured.disconnect();
    banner.remove();
    root.style.removeProperty('--banner');
  });
})();
