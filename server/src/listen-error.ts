/** The setting of a port that the server listens on. */
export type PortSetting = 'PORT' | 'SMTP_RECEIVER_PORT' | 'PARLEY_HEALTH_PORT' | 'PARLEY_METRICS_PORT'
export type ListenAddress = { port: number; host: string }

/** Describes a failed `listen` in terms of the settings. */
export function explainListenError(
  error: NodeJS.ErrnoException,
  setting: PortSetting,
  { port, host }: ListenAddress,
): Error {
  const alternative = `set ${setting} to another port${receiverOffHint(setting)}`
  const host_setting = setting === 'PARLEY_METRICS_PORT' ? 'PARLEY_METRICS_HOST' : 'HOST'
  const sentences: Record<string, string> = {
    EADDRINUSE: `${setting} ${port} is in use by another program on ${host}. Stop that program, or ${alternative}.`,
    EACCES: `${setting} ${port} isn’t allowed for this user: most systems reserve ports below 1024. Start Parley with permission to use it, or ${alternative}.`,
    EADDRNOTAVAIL: `${host_setting} is "${host}", which isn’t an address of this machine. Set ${host_setting} to one, such as 127.0.0.1, or to 0.0.0.0 for all of them.`,
    ENOTFOUND: `${host_setting} is "${host}", a name that can’t be resolved. Set ${host_setting} to an address of this machine, such as 127.0.0.1, or to 0.0.0.0 for all of them.`,
    EAI_AGAIN: `${host_setting} is "${host}", a name that can’t be resolved because the DNS lookup failed. Set ${host_setting} to an address, such as 127.0.0.1.`,
  }
  const sentence =
    sentences[error.code ?? ''] ??
    `Parley can’t listen on ${host}:${port} (${error.message}). Check ${host_setting} and ${setting}.`
  return new Error(sentence, { cause: error })
}

export const receiverOffHint = (setting: PortSetting): string =>
  setting === 'SMTP_RECEIVER_PORT' ? ', or SMTP_RECEIVER_PORT to 0 to turn the receiver off' : ''
