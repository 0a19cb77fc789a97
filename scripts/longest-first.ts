import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Short files with long tests, by parts of their paths, the longest first. */
const long = [
  'testing/simulation/',
  'reports/accuracy',
  'bench/smoke',
  'email/imap/imap.',
  'db/embedded.',
  'startup/first-sign-in',
  'email/corpus',
  'testing/matrix.',
  'operator/operator',
  'testing/imap-chaos/',
  'db/data-folder-lock',
  'startup/prepare-data-folder',
  'sla/moving',
]

/**
 * Vitest begins with the largest files where it has not seen any run. These are small, would begin last, and one core would wait for the other:
 * a minute of six.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = long.findIndex((part) => moduleId.includes(part))
      return place === -1 ? long.length : place
    }
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b))
  }
}
