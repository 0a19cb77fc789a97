import { runThreadJob } from '../run-in-thread.ts'
import { cleanWithoutLimits } from './clean-authored.ts'

runThreadJob(cleanWithoutLimits)
