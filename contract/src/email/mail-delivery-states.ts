/**
 * received = waiting to be processed; every delivery ends in one of the other four (ARCHITECTURE.md, "An incoming mail"). In a separate
 * file because the web client checks page URLs before it loads the ledger.
 */
export const deliveryStates = ['received', 'threaded', 'quarantined', 'ignored', 'erased'] as const
