import type { Menu } from '../../model/menu.ts';

/** A change of the menu that is shown before the server has confirmed it. */
export interface MenuChange {
  readonly apply: (menu: Menu) => Menu;
  readonly revert: (menu: Menu) => Menu;
  /** Sends the change. A rejection reverts it. */
  readonly send: () => Promise<void>;
  /** Runs after a failed change was reverted; `reload` first shows the menu of the server. */
  readonly onFailure: (error: unknown, reload: () => Promise<void>) => void | Promise<void>;
}

interface MenuAccess {
  readonly setMenu: (change: (menu: Menu) => Menu) => void;
  readonly refresh: () => Promise<void>;
}

/**
 * Shows changes at once and sends them one after the other. The menu is refreshed when the last one is confirmed, and a
 * refreshed menu keeps the changes that still wait.
 */
export function createMoveQueue(first: Menu, access: () => MenuAccess) {
  let waiting: readonly MenuChange[] = [];
  let last: Promise<void> = Promise.resolve();
  let menu = first;

  function update(change: (menu: Menu) => Menu): void {
    menu = change(menu);
    access().setMenu(change);
  }

  const applyWaiting = (to: Menu) => waiting.reduce((now, change) => change.apply(now), to);

  /** A failed refresh is ignored: the menu shows the changes already, and later navigation refreshes it. */
  async function reload(): Promise<void> {
    await access()
      .refresh()
      .catch(() => {});
    if (waiting.length > 0) update(applyWaiting);
  }

  async function run(change: MenuChange): Promise<void> {
    try {
      await change.send();
      waiting = waiting.filter((other) => other !== change);
    } catch (error) {
      waiting = waiting.filter((other) => other !== change);
      update((now) => applyWaiting(change.revert(now)));
      await change.onFailure(error, reload);
    }
    if (waiting.length === 0) await reload();
  }

  return {
    /** The menu as it is shown, also before it is rendered. */
    menu: () => menu,
    onRendered(rendered: Menu): void {
      menu = rendered;
    },
    isBusy: () => waiting.length > 0,
    add(change: MenuChange): void {
      waiting = [...waiting, change];
      update(change.apply);
      last = last.then(() => run(change));
    },
    /** Runs when all changes that wait now are confirmed or reverted. */
    afterWaiting(task: () => void): void {
      last = last.then(task);
    },
  };
}
