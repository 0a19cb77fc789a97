/** Begins the recorded error of a job that failed for a reason of its environment (database, disk) and is retried soon. */
export const environmentErrorPrefix = 'environment: '
