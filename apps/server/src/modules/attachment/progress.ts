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
  let shown = -1;
  const show = () => {
    const part = total === 0 ? 1 : Math.min(1, done / total);
    const mark = Math.floor(part * (stream.isTTY ? 1000 : 10));
    if (mark === shown) return;
    shown = mark;
    const full = Math.round(part * WIDTH);
    const bar = `[${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}] ${done}/${total}`;
    stream.write(stream.isTTY ? `\r${bar}` : `${bar}\n`);
  };
  return {
    start(all) {
      total = all;
      show();
    },
    step(by = 1) {
      done += by;
      show();
    },
    end() {
      if (stream.isTTY) stream.write('\n');
    },
  };
}
