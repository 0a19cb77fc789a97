/** Lints the OpenAPI document with the recommended rules of Redocly and Spectral. Every finding fails, including warnings. */
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectralCore from '@stoplight/spectral-core'
import spectralRulesets from '@stoplight/spectral-rulesets'
import { offlineDocument } from '../server/src/http/openapi/offline-document.ts'

// Both are CommonJS.
const { Spectral } = spectralCore
const { oas } = spectralRulesets

const document = await offlineDocument('lint')
const findings = [...(await redocly()), ...(await spectral())]
for (const finding of findings) console.error(finding)
if (findings.length > 0) process.exitCode = 1

async function redocly(): Promise<string[]> {
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      // /views/me/{id} and /views/{id}/conversations are both part of the contract. An id is a number, so "me" cannot be one.
      'no-ambiguous-paths': 'off',
    },
  })
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: '/openapi.json',
    config,
  })
  return problems.map(
    ({ ruleId, message, location }) => `redocly ${ruleId}: ${message} ${location[0]?.pointer}`,
  )
}

async function spectral(): Promise<string[]> {
  const linter = new Spectral()
  linter.setRuleset(oas as Parameters<typeof linter.setRuleset>[0])
  const problems = await linter.run(JSON.stringify(document))
  return problems.map(({ code, message, path }) => `spectral ${code}: ${message} ${path.join('/')}`)
}
