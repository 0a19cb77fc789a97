import { z } from 'zod'

const shortText = (max: number) => z.string().trim().max(max).default('')
const webAddress = z
  .string()
  .max(2000)
  .refine((url) => /^https?:\/\//i.test(url) && URL.canParse(url), 'must begin with https:// or http://')
const date = z.union([z.iso.date(), z.iso.datetime({ offset: true })])

/** The response of PARLEY_UPDATE_URL: the latest release, in the format that clients receive (docs/spec/wire.md#settings). Other keys are ignored. */
export const ReleaseFeed = z.object({
  update: z.object({
    /** Final releases only: previews are not offered. */
    release_version: z.string().regex(/^v?\d{1,6}(\.\d{1,6}){0,3}$/, 'must be a version such as 1.4.2'),
    release_date: date,
    url: webAddress,
    description: shortText(2000),
  }),
  messages: z
    .array(
      z.object({
        date: shortText(40),
        title: shortText(200),
        description: shortText(2000),
        url: webAddress.or(z.literal('')).default(''),
        priority: shortText(40),
      }),
    )
    .max(20)
    .nullish()
    .transform((messages) => messages ?? null),
})
export type ReleaseFeed = z.infer<typeof ReleaseFeed>

/** Compares numerically: 1.10 is newer than 1.9, and 1.4 equals 1.4.0. False if the running version has no number. */
export function isNewerVersion(version: string, running: string): boolean {
  const [released, current] = [parseVersion(version), parseVersion(running)]
  if (!released || !current) return false
  for (let index = 0; index < Math.max(released.length, current.length); index++) {
    const [a = 0, b = 0] = [released[index], current[index]]
    if (a !== b) return a > b
  }
  // 1.4.0 is newer than its previews.
  return running.includes('-')
}

const parseVersion = (version: string): number[] | null =>
  /^v?(\d+(?:\.\d+)*)(?:-|\+|$)/.exec(version)?.[1]?.split('.').map(Number) ?? null
