/** Whether a statement gave up because of `lock_timeout` (SQLSTATE 55P03, lock_not_available). */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && (error as Error & { code?: unknown }).code === '55P03'
