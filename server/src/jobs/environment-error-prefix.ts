/** Prefix of the recorded error of a job that failed because of its environment (database, disk) and is retried soon. */
export const environmentErrorPrefix = 'environment: '
