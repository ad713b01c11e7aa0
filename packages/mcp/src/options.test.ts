import { describe, expect, it } from '@jest/globals';
import { DEFAULT_MAX_CREDITS, DEFAULT_PORT, readOptions } from './options.js';

const TOOLS = ['scrape_web', 'file_read'];
const read = (argv: string[], env: Record<string, string> = {}) => readOptions(argv, env, TOOLS);

describe('options', () => {
  it('have defaults; a flag wins over the environment', () => {
    expect(read([], { QUARRY_API_KEY: 'qk' })).toEqual({
      kind: 'run',
      options: {
        ...{ baseUrl: 'http://127.0.0.1:3000', apiKey: 'qk', maxCredits: DEFAULT_MAX_CREDITS, tools: undefined },
        ...{ isHttp: false, host: '127.0.0.1', port: DEFAULT_PORT, allowedHosts: [] },
      },
    });
    const env = {
      QUARRY_API_KEY: 'qk',
      QUARRY_MCP_MAX_CREDITS: '5',
      QUARRY_URL: 'https://a.example/',
      QUARRY_MCP_TOOLS: 'file_read',
    };
    expect(read([], env)).toMatchObject({
      options: { maxCredits: 5, baseUrl: 'https://a.example', tools: ['file_read'] },
    });
    expect(read(['--max-credits', '7', '--tools', 'scrape_web,'], env)).toMatchObject({
      options: { maxCredits: 7, tools: ['scrape_web'] },
    });
  });

  it('over HTTP need no key', () => {
    const flags = ['--http', '--port', '0', '--allow-host', 'a.example', '--allow-host', 'b.example'];
    expect(read(flags)).toMatchObject({ options: { isHttp: true, port: 0, allowedHosts: ['a.example', 'b.example'] } });
  });

  it('that are wrong are all named at once', () => {
    const wrong = read(['--max-credits', '1.5', '--base-url', 'quarry', '--tools', 'x', '--port', '70000']);
    expect(wrong).toEqual({
      kind: 'wrong',
      problems: [
        expect.stringContaining('QUARRY_API_KEY'),
        expect.stringContaining('--base-url'),
        expect.stringContaining('--max-credits'),
        '--tools (QUARRY_MCP_TOOLS) must be names of tools: scrape_web, file_read.',
        expect.stringContaining('--port'),
      ],
    });
    expect(read(['--unknown'])).toMatchObject({ kind: 'wrong', problems: [expect.stringContaining('--unknown')] });
  });

  it('ask for help and the version without a key', () => {
    expect([read(['--help']).kind, read(['--version']).kind]).toEqual(['help', 'version']);
  });
});
