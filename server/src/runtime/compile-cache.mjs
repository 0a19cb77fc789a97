// Loaded ahead of the server (`node --import`). Plain JavaScript: a TypeScript file would load the compiler that this saves.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Node.js keeps what it compiles, so that a start neither parses TypeScript nor loads the compiler that strips types: a quarter less memory and
// a third less time (docs/decisions/0017-compile-cache.md). In the installation, because another user of the machine could
// plant code in a shared temporary folder. Without write access nothing is cached. NODE_DISABLE_COMPILE_CACHE=1 turns it off.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/parley', import.meta.url)))
