import { useEffect, useState, type ComponentType } from 'react';

/**
 * A component that only some readers need, loaded after the first view is shown. Without a connection the page stays as
 * it is. `load` must be the same function in each call.
 */
export function useDeferred<P>(
  isNeeded: boolean,
  load: () => Promise<ComponentType<P>>,
): { readonly Part: ComponentType<P> | undefined } {
  const [Part, setPart] = useState<ComponentType<P>>();
  useEffect(() => {
    if (isNeeded)
      load().then(
        (loaded) => setPart(() => loaded),
        () => {},
      );
  }, [isNeeded, load]);
  return { Part: isNeeded ? Part : undefined };
}
