import { z } from 'zod'

/** A setting that is a whole number from `from` to `to`. `sentence` says so, without the setting's name. */
export const wholeNumber = (from: number, to: number, sentence: string) =>
  z
    .string()
    .refine((text) => /^\d+$/.test(text) && Number(text) >= from && Number(text) <= to, sentence)
    .transform(Number)

export const portNumber = wholeNumber(1, 65535, 'must be a whole number from 1 to 65535, such as 3000')

export const listenHost = z
  .string()
  .regex(/^[^\s/]+$/, 'must be an address or host name to listen on, such as 127.0.0.1 or 0.0.0.0')
