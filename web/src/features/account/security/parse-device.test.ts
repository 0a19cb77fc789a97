import { expect, test } from 'vitest'
import { parseDevice } from './parse-device.ts'

const agent = (rest: string) => `Mozilla/5.0 ${rest}`

test.each([
  [
    agent('(X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'),
    { browser: 'Chrome', system: 'Linux', is_mobile: false },
  ],
  [
    agent('(Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'),
    { browser: 'Firefox', system: 'Windows', is_mobile: false },
  ],
  [
    agent(
      '(iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    ),
    { browser: 'Safari', system: 'iOS', is_mobile: true },
  ],
  ['curl/8.5.0', { browser: null, system: null, is_mobile: false }],
  ['', { browser: null, system: null, is_mobile: false }],
  [null, { browser: null, system: null, is_mobile: false }],
])('%s is parsed as %o', (user_agent, device) => {
  expect(parseDevice(user_agent)).toEqual(device)
})
