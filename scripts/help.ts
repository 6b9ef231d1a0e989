import { scriptList } from './script-list.ts';

/** `npm run help`: lists the scripts of package.json with a sentence each. */
const width = Math.max(...Object.keys(scriptList).map((name) => name.length));
for (const [name, sentence] of Object.entries(scriptList))
  console.log(`npm run ${name.padEnd(width)}  ${sentence}`);
