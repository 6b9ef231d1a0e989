/** Progress of a long operation. */
export interface Progress {
  start(total: number): void;
  step(by?: number): void;
  end(): void;
}

const WIDTH = 30;

/** Redraws a bar on a terminal; otherwise writes one line for every 10 %. */
export function progressBar(stream: NodeJS.WriteStream): Progress {
  let total = 0;
  let done = 0;
  let lastTick = -1;
  const render = () => {
    const fraction = total === 0 ? 1 : Math.min(1, done / total);
    const tick = Math.floor(fraction * (stream.isTTY ? 1000 : 10));
    if (tick === lastTick) return;
    lastTick = tick;
    const filledWidth = Math.round(fraction * WIDTH);
    const bar = `[${'#'.repeat(filledWidth)}${'.'.repeat(WIDTH - filledWidth)}] ${done}/${total}`;
    stream.write(stream.isTTY ? `\r${bar}` : `${bar}\n`);
  };
  return {
    start(all) {
      total = all;
      render();
    },
    step(by = 1) {
      done += by;
      render();
    },
    end() {
      if (stream.isTTY) stream.write('\n');
    },
  };
}
