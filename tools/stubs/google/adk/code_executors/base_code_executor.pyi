from pydantic import BaseModel

class BaseCodeExecutor(BaseModel):
    optimize_data_file: bool
    stateful: bool
    timeout_seconds: int | None
