import { parentPort, workerData } from 'node:worker_threads'
import { type AuthoredJob, cleanWithoutLimits } from './clean-authored.ts'

parentPort?.postMessage(cleanWithoutLimits(workerData as AuthoredJob)) // passed by cleanAuthored
