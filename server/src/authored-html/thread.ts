import { parentPort, workerData } from 'node:worker_threads'
import { type AuthoredJob, cleanNow } from './clean.ts'

parentPort?.postMessage(cleanNow(workerData as AuthoredJob)) // what cleanAuthored hands over
