/** The end of `src/main.ts`. */
export const START = `
if (process.env.NODE_ENV !== 'production') startReceiver();
console.log(\`Docs page   http://localhost:\${port}/docs/\`);
`;
