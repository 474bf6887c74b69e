// Traces for OpenTelemetry, where the usual environment variables ask for them.
import {
  type ProxyTracerProvider,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';

/** The tracer of the SDK that is started, or null: spans that nobody sees cost as much as others. */
export function activeTracer(): Tracer | null {
  const provider = trace.getTracerProvider() as Partial<ProxyTracerProvider>;
  return provider.getDelegateTracer?.('mirrorql') ?? null;
}

/** Whether the environment asks for traces, by the variables that every OpenTelemetry SDK reads; an empty one is none. */
export function wantsTraces(environment: Readonly<Record<string, string | undefined>>): boolean {
  const { OTEL_SDK_DISABLED: disabled, OTEL_TRACES_EXPORTER: exporter } = environment;
  if (disabled === 'true' || exporter === 'none') return false;
  return Boolean(
    environment['OTEL_EXPORTER_OTLP_ENDPOINT'] || environment['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'],
  );
}

interface Sdk {
  NodeTracerProvider: new (options: object) => { register(): void; shutdown(): Promise<void> };
  BatchSpanProcessor: new (exporter: object) => object;
}

const packages = ['@opentelemetry/sdk-trace-node', '@opentelemetry/exporter-trace-otlp-http'];

/**
 * Starts the SDK, which is installed by those who want it only. Resolves to what ends it, or to a
 * message that says what is missing.
 */
export async function startTracing(
  load: (name: string) => Promise<unknown> = (name) => import(name),
): Promise<(() => Promise<void>) | string> {
  try {
    const [sdk, exporters] = await Promise.all(packages.map(load));
    const { NodeTracerProvider, BatchSpanProcessor } = sdk as Sdk;
    const { OTLPTraceExporter } = exporters as { OTLPTraceExporter: new () => object };
    process.env['OTEL_SERVICE_NAME'] ||= 'mirrorql';
    const provider = new NodeTracerProvider({
      spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
    });
    provider.register();
    return () => provider.shutdown();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    return `traces are asked for (OTEL_EXPORTER_OTLP_ENDPOINT), but the packages are not installed: npm install ${packages.join(' ')}`;
  }
}

/** Runs a call to the ledger inside a span of its own, where an SDK is started. */
export function traced<T>(name: string, run: () => Promise<T>): Promise<T> {
  const tracer = activeTracer();
  if (!tracer) return run();
  return tracer.startActiveSpan(name, { kind: SpanKind.CLIENT }, async (span) => {
    try {
      return await run();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: (error as Error).name });
      throw error;
    } finally {
      span.end();
    }
  });
}
