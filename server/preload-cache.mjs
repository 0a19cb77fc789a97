import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/parley', import.meta.url)))
