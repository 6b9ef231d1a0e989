// The palette's code comes after the document. What is typed after Ctrl+K meanwhile goes into the field that every
// document has for it; src/shared/palette/early-text.ts hands it over to the palette.
(function () {
  function isField(target) {
    return target instanceof HTMLElement && target.id === 'early-text';
  }
  addEventListener('keydown', function (event) {
    if (isField(event.target) && !event.isComposing) {
      if (event.key === 'Enter') event.target.dataset.enter = '';
      if (event.key === 'Escape') {
        event.target.value = '';
        event.target.blur();
      }
    }
    // From then on the screen itself knows whether it has a palette.
    if ('live' in document.documentElement.dataset) return;
    var field = document.getElementById('early-text');
    if (!field || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
    event.preventDefault();
    field.focus({ preventScroll: true });
  });
  addEventListener('input', function (event) {
    if (isField(event.target)) delete event.target.dataset.enter;
  });
  // A word of an input method must not be torn apart by the change of the field.
  addEventListener('compositionstart', function (event) {
    if (isField(event.target)) event.target.dataset.composing = '';
  });
  addEventListener('compositionend', function (event) {
    if (isField(event.target)) delete event.target.dataset.composing;
  });
})();
