/** What the TypeScript compiler knows of a type. */
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** The one type that a file declares. */
export function compiled(url: URL): { readonly checker: ts.TypeChecker; readonly type: ts.Type } {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile) as {
    config: { compilerOptions: object };
  };
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const file = fileURLToPath(url);
  const program = ts.createProgram([file], options);
  const checker = program.getTypeChecker();
  const declared = program
    .getSourceFile(file)
    ?.statements.find((statement) => ts.isTypeAliasDeclaration(statement) || ts.isInterfaceDeclaration(statement));
  if (declared === undefined) throw new Error(`${file} has no type`);
  return { checker, type: checker.getTypeAtLocation(declared) };
}
