import './image-zoom.css';

const ZOOM_STEP = 1.2;
const MIN_SCALE = 0.2;
const MAX_SCALE = 8;

interface View {
  scale: number;
  x: number;
  y: number;
}

/** Shows an image full screen: the wheel zooms, dragging moves, Esc or a click outside the image closes. */
export function zoomImage(source: HTMLImageElement, labels: { readonly close: string }): void {
  const dialog = document.createElement('dialog');
  dialog.className = 'image-zoom';
  dialog.ariaLabel = source.alt || labels.close;
  const image = new Image();
  image.src = source.currentSrc || source.src;
  image.alt = source.alt;
  image.referrerPolicy = 'no-referrer';
  image.draggable = false;
  const close = document.createElement('button');
  close.type = 'button';
  close.ariaLabel = labels.close;
  close.textContent = '✕';
  dialog.append(image, close);
  document.body.append(dialog);

  const view: View = { scale: 1, x: 0, y: 0 };
  const draw = () => {
    image.style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.scale})`;
  };
  const scaleBy = (factor: number) => {
    view.scale = Math.min(MAX_SCALE, Math.max(MIN_SCALE, view.scale * factor));
    draw();
  };

  dialog.addEventListener('wheel', (event) => {
    event.preventDefault();
    scaleBy(event.deltaY < 0 ? ZOOM_STEP : 1 / ZOOM_STEP);
  });
  dialog.addEventListener('keydown', ({ key }) => {
    if (key === '+' || key === '=') scaleBy(ZOOM_STEP);
    if (key === '-') scaleBy(1 / ZOOM_STEP);
  });
  image.addEventListener('pointerdown', (down) => {
    image.setPointerCapture(down.pointerId);
    const start = { x: view.x - down.clientX, y: view.y - down.clientY };
    const move = (event: PointerEvent) => {
      view.x = start.x + event.clientX;
      view.y = start.y + event.clientY;
      draw();
    };
    image.addEventListener('pointermove', move);
    image.addEventListener('pointerup', () => image.removeEventListener('pointermove', move), {
      once: true,
    });
  });
  dialog.addEventListener('click', (event) => {
    if (event.target !== image) dialog.close();
  });
  dialog.addEventListener('close', () => {
    dialog.remove();
    source.focus({ preventScroll: true });
  });
  dialog.showModal();
}
