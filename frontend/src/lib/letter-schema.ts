/** The elements allowed in a letter's body; matches the sanitizers of client and server. */
import { letterBlocks } from './letter-blocks';
import { TermNode } from './term-node';

export const extensions = [...letterBlocks(), TermNode];
