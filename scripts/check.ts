/**
 * `npm run check`: the fast checks and the unit tests. With SUITE_REPORT set, the unit tests also write their
 * results there; arguments are passed on to Vitest.
 */
import { runSteps } from './run-steps.ts'

const report = process.env.SUITE_REPORT
const script = (title: string) => ({ title, command: ['npm', 'run', '--silent', title] })

const outcomes = [
  // Longest first, so that both lanes finish at the same time.
  ...(await runSteps(
    [
      script('types'),
      script('imports'),
      script('packages'),
      script('lint'),
      script('language'),
      script('api:check'),
      script('api:lint'),
    ],
    2,
  )),
  // On their own: they use both cores, and some of them limit the time that a hostile email may take.
  ...(await runSteps([
    {
      title: 'unit',
      command: [
        ...['vitest', 'run', '--project', 'unit', '--project', 'components', '--reporter=default'],
        ...(report ? ['--reporter=./scripts/vitest-report.ts'] : []),
        ...process.argv.slice(2),
      ],
      inherit_output: report !== undefined,
    },
  ])),
]
process.exitCode = outcomes.every(({ passed }) => passed) ? 0 : 1
