import { z } from 'zod'

const shortText = (max: number) => z.string().trim().max(max).default('')
const webAddress = z
  .string()
  .max(2000)
  .refine((url) => /^https?:\/\//i.test(url) && URL.canParse(url), 'must begin with https:// or http://')
const date = z.union([z.iso.date(), z.iso.datetime({ offset: true })])

/** What PARLEY_UPDATE_URL answers: the newest release, in the shape in which clients are told of it (api-contract 6.8). Other keys are ignored. */
export const ReleaseFeed = z.object({
  update: z.object({
    /** Finished releases only: nobody is asked to try a preview. */
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

/** Compares as people read versions: 1.10 comes after 1.9, and 1.4 is 1.4.0. What runs under no version number knows of nothing newer. */
export function isNewerVersion(version: string, running: string): boolean {
  const [theirs, ours] = [parseVersion(version), parseVersion(running)]
  if (!theirs || !ours) return false
  for (let index = 0; index < Math.max(theirs.length, ours.length); index++) {
    const [a = 0, b = 0] = [theirs[index], ours[index]]
    if (a !== b) return a > b
  }
  // 1.4.0 comes after its own previews.
  return running.includes('-')
}

const parseVersion = (version: string): number[] | null =>
  /^v?(\d+(?:\.\d+)*)(?:-|\+|$)/.exec(version)?.[1]?.split('.').map(Number) ?? null
