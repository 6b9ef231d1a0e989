import { drawDiagrams } from '../shared/markdown/diagrams.ts';

window.octavoDiagrams = drawDiagrams;
