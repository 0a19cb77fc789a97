import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Short files with long tests, by parts of their paths, the longest first. */
const slowTestFiles = [
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
export class SlowestFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification) => {
      const index = slowTestFiles.findIndex((part) => moduleId.includes(part))
      return index === -1 ? slowTestFiles.length : index
    }
    return (await super.sort(files)).toSorted((a, b) => rankOf(a) - rankOf(b))
  }
}
