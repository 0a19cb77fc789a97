import vm from 'node:vm'
vm.runInNewContext = () => undefined
import { syncBuiltinESMExports } from 'node:module'
syncBuiltinESMExports()
