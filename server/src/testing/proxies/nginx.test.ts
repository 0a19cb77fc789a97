import { describeProxy } from './proxy-suite.ts'
import { startNginx } from './start-proxy.ts'

describeProxy(startNginx)
