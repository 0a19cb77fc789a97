import { vi } from 'vitest'

/** Resolves once the check passes. The limit is generous, because the machine may be busy. */
export const eventually = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 20_000 })
