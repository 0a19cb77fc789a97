/**
 * Set-up of the component tests: timers and imports end with the page that started them. Otherwise one that is under way when
 * the last test of a file ends updates a component after the simulated window is gone.
 */
import { afterAll, vi } from 'vitest'

const timers = new Set<ReturnType<typeof setTimeout>>()
for (const name of ['setTimeout', 'setInterval'] as const) {
  const start = globalThis[name] as (...given: unknown[]) => ReturnType<typeof setTimeout>
  const startWithPage = (...given: unknown[]) => {
    const timer = start(...given)
    timers.add(timer)
    return timer
  }
  globalThis[name] = startWithPage as typeof setTimeout & typeof setInterval
}

afterAll(async () => {
  await vi.dynamicImportSettled()
  for (const timer of timers) clearTimeout(timer)
})
