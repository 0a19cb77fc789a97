import { z } from 'zod'

const line = (max: number) => z.string().trim().max(max).default('')
const webAddress = z
  .string()
  .max(2000)
  .refine((url) => /^https?:\/\//i.test(url) && URL.canParse(url), 'must begin with https:// or http://')
const date = z.union([z.iso.date(), z.iso.datetime({ offset: true })])

/** What PARLEY_UPDATE_URL answers: the newest release, in the shape in which clients are told of it (api-contract 6.8). Other keys are ignored. */
export const ReleaseAnswer = z.object({
  update: z.object({
    /** Finished releases only: nobody is asked to try a preview. */
    release_version: z.string().regex(/^v?\d{1,6}(\.\d{1,6}){0,3}$/, 'must be a version such as 1.4.2'),
    release_date: date,
    url: webAddress,
    description: line(2000),
  }),
  messages: z
    .array(
      z.object({
        date: line(40),
        title: line(200),
        description: line(2000),
        url: webAddress.or(z.literal('')).default(''),
        priority: line(40),
      }),
    )
    .max(20)
    .nullish()
    .transform((messages) => messages ?? null),
})
export type ReleaseAnswer = z.infer<typeof ReleaseAnswer>

/** Compares as people read versions: 1.10 comes after 1.9, and 1.4 is 1.4.0. What runs under no version number knows of nothing newer. */
export function isNewer(version: string, running: string): boolean {
  const [theirs, ours] = [numbersOf(version), numbersOf(running)]
  if (!theirs || !ours) return false
  for (let place = 0; place < Math.max(theirs.length, ours.length); place++) {
    const [a = 0, b = 0] = [theirs[place], ours[place]]
    if (a !== b) return a > b
  }
  // 1.4.0 comes after its own previews.
  return running.includes('-')
}

const numbersOf = (version: string): number[] | null =>
  /^v?(\d+(?:\.\d+)*)(?:-|\+|$)/.exec(version)?.[1]?.split('.').map(Number) ?? null
