import { expect, test } from 'vitest'
import { sharedBuffersMb } from './launch.ts'

const gb = 1024 ** 3

test.each([
  ['a host without a limit', 4 * gb, 0, 512],
  ['a host whose limit is none', 4 * gb, 2 ** 64, 512],
  ['a container on a large host', 64 * gb, 2 * gb, 256],
  ['a small container', 64 * gb, gb / 2, 128],
  ['a large host', 64 * gb, 0, 1024],
])(
  'shared_buffers are an eighth of the usable memory, from 128 MB to 1 GB: %s',
  (_, total, constrained, megabytes) => {
    expect(sharedBuffersMb(total, constrained)).toBe(megabytes)
  },
)
