/**
 * received = waiting to be read; every delivery ends in one of the other four (ARCHITECTURE.md, "An incoming mail"). A file of its own, as the
 * web client reads addresses of pages before it loads the ledger.
 */
export const deliveryStates = ['received', 'threaded', 'quarantined', 'ignored', 'erased'] as const
