// Loaded ahead of the server (`node --import`) for what it saves in memory and time. Plain JavaScript, or it would need the compiler that
// strips types, which is not even loaded when all is found compiled.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Node.js keeps what it compiles: measured, 20 MB less memory and a third off the start. Not in the shared temporary folder, where another
// user of the machine could leave code for us. Where this cannot be written, nothing is kept.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/parley', import.meta.url)))

// The first `import` of node:http reads all of its exports, and these three load the client behind fetch (undici) with it, which few
// workspaces ever need: measured alone, 12 MB. They are globals as before, and fetch loads it when it is first called.
const http = process.getBuiltinModule('node:http')
for (const name of ['WebSocket', 'CloseEvent', 'MessageEvent']) Reflect.deleteProperty(http, name)
