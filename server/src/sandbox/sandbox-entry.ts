import { serveTasks } from './serve-tasks.ts'
import { tasks } from './tasks.ts'

/** Entry of the sandboxed process; `sandbox.ts` starts it. */
serveTasks(tasks)
