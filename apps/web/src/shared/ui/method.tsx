import { methodClasses, methodLabel } from './method-classes.ts';

/** The HTTP method of an endpoint. */
export function Method({ name, inTree = false }: { name: string; inTree?: boolean }) {
  return <span className={methodClasses(name, inTree)}>{inTree ? methodLabel(name) : name}</span>;
}
