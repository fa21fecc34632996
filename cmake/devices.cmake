# What solving may use besides threads: GPUs and several machines. Without these options CMake looks for none of
# them, and the program says so when asked.
if(COLONNADE_CUDA)
  set(CMAKE_CUDA_ARCHITECTURES "80;90" CACHE STRING "compute capabilities to build for")
  enable_language(CUDA)
  set(CMAKE_CUDA_STANDARD 17)
  set(CMAKE_CUDA_STANDARD_REQUIRED ON)
  find_package(CUDAToolkit REQUIRED)
  add_compile_definitions(COLONNADE_CUDA)
endif()
if(COLONNADE_MPI)
  find_package(MPI REQUIRED COMPONENTS C)
  add_compile_definitions(COLONNADE_MPI)
endif()
