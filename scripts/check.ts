/** `npm run check`: the fast part of the tests. With SUITE_REPORT set, the unit tests also write their results there. */
import { runSteps } from './run-steps.ts'

const report = process.env.SUITE_REPORT
const script = (title: string) => ({ title, command: ['npm', 'run', '--silent', title] })

const outcomes = [
  // The longest first, so that two lanes end together.
  ...(await runSteps(
    [
      script('types'),
      script('imports'),
      script('packages'),
      script('lint'),
      script('api:check'),
      script('api:lint'),
    ],
    2,
  )),
  // By themselves: they keep both cores busy, and some of them bound how long a hostile mail may take.
  ...(await runSteps([
    {
      title: 'unit',
      command: [
        ...['vitest', 'run', '--project', 'unit', '--reporter=default'],
        ...(report ? ['--reporter=./scripts/vitest-report.ts'] : []),
      ],
      inherit_output: report !== undefined,
    },
  ])),
]
process.exitCode = outcomes.every(({ passed }) => passed) ? 0 : 1
